import { Alert, Box, Button, Typography } from '@mui/material'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { digitsIn } from '#shared/contract/fold.ts'
import { OTP_LENGTH } from '#shared/contract/index.ts'
import { copyText } from '#lib/copy-text.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { useConfirmTwoStep } from '../mutations.ts'
import { formLook } from './form-look.ts'
import { QrCode } from './QrCode.tsx'

type SetUpProps = {
  /** The key, and what the QR code says. */
  secret: { key: string; uri: string }
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** The second step of switching on: the key for the app, as QR code and as text, and the app's first code. */
export const SetUp = ({ secret, onDone, onCancel }: SetUpProps) => {
  const confirm = useConfirmTwoStep()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isWrong = isApiError(confirm.error) && confirm.error.code === 'INVALID_OTP'
  const grouped = secret.key.replace(/.{4}(?=.)/g, '$& ')
  const submit = () => {
    if (code.length < OTP_LENGTH || confirm.isPending) return
    confirm.mutate(code, {
      onSuccess: ({ data }) => onDone(data.recoveryCodes),
      // The button was disabled during the call and has lost the focus.
      onError: () => input.current?.focus(),
    })
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
      sx={formLook}
    >
      <Typography>1. Scan this code with your authenticator app, or type the key into it.</Typography>
      <QrCode text={secret.uri} label="QR code with the key for your authenticator app" />
      <Field
        label="Key"
        value={grouped}
        readOnly
        // In two lines on a phone, because people type it from here into the app.
        multiline
        sx={{ pr: 1.5 }}
        onFocus={(event) => event.target.select()}
        inputProps={{ className: 'tabular', spellCheck: false }}
        endAdornment={
          <Button size="small" startIcon={<Copy size={16} aria-hidden />} onClick={() => void copyText(secret.key)}>
            Copy
          </Button>
        }
      />
      <Typography>2. Enter the code that the app shows now. Until then nothing changes.</Typography>
      {confirm.isError && !isWrong && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(confirm.error, 'Failed to switch two-step sign-in on')}
        </Alert>
      )}
      <Field
        label="Code"
        inputRef={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={isWrong ? 'Invalid OTP' : undefined}
        hint="Six digits; a new code comes every 30 seconds."
        onChange={({ target }) => {
          setCode(digitsIn(target.value).slice(0, OTP_LENGTH))
          if (confirm.isError) confirm.reset()
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={confirm.isPending} disabled={code.length < OTP_LENGTH}>
          Switch on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Box>
    </Box>
  )
}
