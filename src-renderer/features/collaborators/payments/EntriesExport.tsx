import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportName } from '#shared/rules/file-name.ts'
import { projectQuery } from '#data/projects.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { readEntries } from '../data/queries.ts'
import { entriesFile, type EntryFormat, entryFormats } from './entries-file.ts'

/** Reads all entries and saves them. Returns what there is to say of it. Errors: what the server answers. */
const saveEntries = async (projectID: string, title: string, format: EntryFormat): Promise<string> => {
  const all = await readEntries(projectID)
  const name = exportName('ledger', title, new Date(), format)
  saveInBrowser(new TextEncoder().encode(entriesFile(all, format)), name)
  return `${all.length === 1 ? '1 entry' : `${all.length} entries`} exported to ${name}.`
}

/** Saves all entries of the ledger: what was promised, owed, paid and given back. */
export const EntriesExport = ({ projectID }: { projectID: string }) => {
  const { data: project } = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const [isSaving, setIsSaving] = useState<EntryFormat | null>(null)
  const save = async (format: EntryFormat) => {
    setIsSaving(format)
    try {
      toast(await saveEntries(projectID, project?.title ?? projectID, format), 'success')
    } catch (error) {
      toast(errorText(error, 'Failed to load the ledger'), 'error')
    }
    setIsSaving(null)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, ml: -0.75 }}>
      {entryFormats.map((format) => (
        <Button
          key={format}
          size="small"
          startIcon={<Download size={14} aria-hidden />}
          loading={isSaving === format}
          disabled={isSaving !== null}
          onClick={() => void save(format)}
        >
          All entries as {format.toUpperCase()}
        </Button>
      ))}
    </Box>
  )
}
