import { Button, Typography } from '@mui/material'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'

type ShownTokenProps = {
  shown: { name: string; token: string } | null
  onClose: () => void
}

/** Shows a new access token, the only time that anybody can read it. */
export const ShownToken = ({ shown, onClose }: ShownTokenProps) => {
  // The dialog fades away with the text that it had.
  const [kept, setKept] = useState(shown)
  if (shown && shown !== kept) setKept(shown)
  return (
    <FormDialog title={`Your access token “${kept?.name ?? ''}”`} isOpen={shown !== null}>
      <DialogBody
        actions={
          <Button variant="contained" onClick={onClose}>
            I have kept it
          </Button>
        }
      >
        <Typography sx={{ mb: 2 }}>Copy it now: it is shown only this once.</Typography>
        <Field
          label="Access token"
          value={kept?.token ?? ''}
          readOnly
          onFocus={(event) => event.target.select()}
          inputProps={{ className: 'tabular', spellCheck: false }}
          endAdornment={
            <Button
              size="small"
              startIcon={<Copy size={16} aria-hidden />}
              onClick={() => void copyText(kept?.token ?? '')}
            >
              Copy
            </Button>
          }
        />
      </DialogBody>
    </FormDialog>
  )
}
