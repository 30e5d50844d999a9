import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CREATOR_APPLICATION_TEXT_MAX } from '#shared/contract/creator-applications.ts'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useApply } from './mutations.ts'

type ApplyFormProps = { label: string; marketLabel: string }

/** What an applicant may say, the button that applies, and the way to the market. */
export const ApplyForm = ({ label, marketLabel }: ApplyFormProps) => {
  const { apply, isPending } = useApply()
  const takesText = useCapability('creatorAnswers', true)
  const [text, setText] = useState('')
  useUnsavedChanges(text.trim() !== '')
  return (
    <>
      {takesText && (
        <Field
          label="What do you want to get done? (optional)"
          multiline
          minRows={3}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          inputProps={{ maxLength: CREATOR_APPLICATION_TEXT_MAX }}
          hint={
            <>
              Only administrators read it.
              <CharacterCount count={text.length} max={CREATOR_APPLICATION_TEXT_MAX} />
            </>
          }
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" loading={isPending} onClick={() => apply(text)}>
          {label}
        </Button>
        <Button component={Link} to={paths.market()} variant="outlined">
          {marketLabel}
        </Button>
      </Box>
    </>
  )
}
