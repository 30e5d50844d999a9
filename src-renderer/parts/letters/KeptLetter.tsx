import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { toast } from '#lib/toast.ts'
import { type ApplicationDraft, draftText, keptDraft, useApplicationDraft } from './application-draft.ts'

const copy = async (draft: ApplicationDraft) => {
  try {
    await navigator.clipboard.writeText(draftText(draft))
    toast('Copied.', 'success')
  } catch {
    toast('It could not be copied. Please select the text and copy it.', 'error')
  }
}

/** Copies what was written. */
export const CopyLetter = ({ draft }: { draft: ApplicationDraft }) => (
  <Button size="small" variant="outlined" onClick={() => void copy(draft)}>
    Copy What You Wrote
  </Button>
)

const Kept = ({ about, why }: { about: string; why: string }) => {
  const { draft, clear } = useApplicationDraft(about)
  const [isGone, setIsGone] = useState(false)
  if (isGone) return null
  return (
    <Alert severity="info" sx={{ textAlign: 'left', '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      {why} What you have written is still here, for you to copy.
      <Box
        tabIndex={0}
        role="group"
        aria-label="What you wrote"
        sx={{ mt: 1.5, maxHeight: 240, overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {draftText(draft)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <CopyLetter draft={draft} />
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            clear()
            setIsGone(true)
          }}
        >
          Discard It
        </Button>
      </Box>
    </Alert>
  )
}

/** What was begun to be written to a project that takes it no more; nothing where nothing was. */
export const KeptLetter = ({ projectID, why }: { projectID: string; why: string }) =>
  keptDraft(projectID) && <Kept key={projectID} about={projectID} why={why} />
