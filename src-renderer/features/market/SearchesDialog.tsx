import { Alert, Box, Button, IconButton, TextField, Typography } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type SavedSearch, SEARCH_NAME_MAX } from '#shared/contract/index.ts'
import type { SearchKind } from '#shared/contract/saved.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { renameFailure, useRemoveSearch, useRenameSearch } from './saved-search-calls.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

/** One saved search: its name, which is saved when the field is left or with Enter, and a button that deletes it. */
const SearchRow = ({ kind, search: { id, name } }: { kind: SearchKind; search: SavedSearch }) => {
  const [typed, setTyped] = useState(name)
  const row = useRef<HTMLLIElement>(null)
  // 'Done' leaves the field too, so the answer may come when this row is gone.
  const rename = useRenameSearch(kind, () => row.current !== null)
  const remove = useRemoveSearch(kind)
  const save = () => {
    const next = typed.trim()
    if (next === name) return
    if (next) rename.mutate({ id, name: next })
    else setTyped(name)
  }
  return (
    <Box component="li" ref={row} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <WithCutPasteNote>
          <TextField
            fullWidth
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={save}
            onKeyDown={({ key }) => {
              if (key === 'Enter') save()
            }}
            slotProps={{ htmlInput: { 'aria-label': `Name of ${name}`, maxLength: SEARCH_NAME_MAX } }}
          />
        </WithCutPasteNote>
        <IconButton aria-label={`Delete ${name}`} disabled={remove.isPending} onClick={() => remove.mutate(id)}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </Box>
      {rename.error && (
        <Alert severity="error" variant="outlined">
          {errorText(rename.error, renameFailure)}
        </Alert>
      )}
    </Box>
  )
}

type SearchesDialogProps = { kind: SearchKind; searches: readonly SavedSearch[]; onClose: () => void }

/** The viewer's saved searches, to be renamed and deleted. */
export const SearchesDialog = ({ kind, searches, onClose }: SearchesDialogProps) => (
  <FormDialog title="Your searches" isOpen onClose={onClose} maxWidth="xs">
    <DialogBody
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Searches kind={kind} searches={searches} />
    </DialogBody>
  </FormDialog>
)

const Searches = ({ kind, searches }: Omit<SearchesDialogProps, 'onClose'>) => {
  // The button that deletes a search goes with it; the focus goes to the next one, and in the end to the text.
  const area = useKeptFocus<HTMLDivElement>('button:enabled')
  return (
    <Box ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
      {searches.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {searches.map((search) => (
            <SearchRow key={search.id} kind={kind} search={search} />
          ))}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          No saved searches left. Use “Save this search” above the list.
        </Typography>
      )}
    </Box>
  )
}
