import { Box } from '@mui/material'
import { useEffect, useState } from 'react'
import { type PasswordOwner, passwordRefusal } from '#shared/rules/password.ts'
import type { FieldProps } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { radius } from '../look/tokens.ts'

/** From this length on a password counts as strong. */
const STRONG_LENGTH = 14

/** The commonest passwords once their list has come; it is asked for when somebody begins to type. */
const useCommonPasswords = (isWanted: boolean): ReadonlySet<string> | undefined => {
  const [common, setCommon] = useState<ReadonlySet<string>>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    import('#shared/rules/common-passwords.generated.ts').then(
      ({ commonPasswordLines }) => isOver || setCommon(new Set(commonPasswordLines.split('\n'))),
      // Without the list the server refuses such a password, with the same sentence.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isWanted])
  return common
}

type Verdict = { filled: 1 | 2 | 3; colour: string; text: string }
const verdictOf = (password: string, refusal: string | null): Verdict => {
  if (refusal !== null) return { filled: 1, colour: 'error.main', text: refusal }
  return password.length < STRONG_LENGTH
    ? { filled: 2, colour: 'warning.main', text: 'Good enough. A longer one is stronger.' }
    : { filled: 3, colour: 'success.main', text: 'Strong.' }
}

const Meter = ({ filled, colour, text }: Verdict) => (
  <>
    <Box component="span" aria-hidden data-filled={filled} sx={{ display: 'flex', gap: 0.5, mt: 0.5, mb: 0.75 }}>
      {[1, 2, 3].map((part) => (
        <Box
          key={part}
          component="span"
          sx={{ flex: 1, height: 4, borderRadius: radius.pill, bgcolor: part <= filled ? colour : 'divider' }}
        />
      ))}
    </Box>
    {text}
  </>
)

type NewPasswordFieldProps = Omit<FieldProps, 'type' | 'endAdornment' | 'hint' | 'autoComplete'> & {
  /** What is typed so far, which the form keeps. */
  typed: string
  /** The least length on this server. */
  least: number
  /** Whose password it is to be: their address and name are refused. */
  owner: PasswordOwner
}

/** A field for a new password, with a meter that says, also to screen readers, why what is typed would be refused. */
export const NewPasswordField = ({ typed, least, owner, ...field }: NewPasswordFieldProps) => {
  const common = useCommonPasswords(typed !== '')
  const verdict = verdictOf(typed, passwordRefusal(typed, { min: least, owner, common }))
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={<span role="status">{typed === '' ? `At least ${least} characters.` : <Meter {...verdict} />}</span>}
    />
  )
}
