import { Box, Button, Typography } from '@mui/material'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { brand } from '#shared/brand.ts'
import { copyText } from '#lib/copy-text.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'

type RecoveryCodesProps = { codes: readonly string[] | null; onClose: () => void }

/** Shows new recovery codes, the only time that anybody can read them. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  // The dialog fades away with the codes that it had.
  const [kept, setKept] = useState(codes)
  if (codes && codes !== kept) setKept(codes)
  const text = `${(kept ?? []).join('\n')}\n`
  const download = () => saveInBrowser(new TextEncoder().encode(text), `${brand.name} recovery codes.txt`)
  return (
    <FormDialog title="Your recovery codes" isOpen={codes !== null}>
      <DialogBody
        actions={
          <>
            <Button startIcon={<Copy size={16} aria-hidden />} onClick={() => void copyText(text)}>
              Copy
            </Button>
            <Button startIcon={<Download size={16} aria-hidden />} onClick={download}>
              Download
            </Button>
            <Button variant="contained" onClick={onClose}>
              I’ve saved them
            </Button>
          </>
        }
      >
        <Typography>
          Two-step sign-in is on. Each of these codes signs you in once without the app. Keep them now, apart from your
          phone: they are shown only this once.
        </Typography>
        <Box
          component="ul"
          aria-label="Recovery codes"
          className="tabular"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            fontFamily: 'monospace',
          }}
        >
          {(kept ?? []).map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogBody>
    </FormDialog>
  )
}
