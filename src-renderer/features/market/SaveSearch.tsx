import { Alert, Button, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { SAVED_SEARCHES_MAX, type SavedSearch, SEARCH_NAME_MAX } from '#shared/contract/index.ts'
import type { SearchKind } from '#shared/contract/saved.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { savedSearchesQuery } from './queries.ts'
import { type SoughtFor, useCreateSearch } from './saved-search-calls.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

type SaveSearchProps = {
  kind: SearchKind
  /** What the list looks for now. */
  asked: SoughtFor
  /** A name that says it, at most `max` characters. */
  nameFor: (max: number) => string
  /** Whether there is something to save: a search for everything is none. */
  isWorthIt: boolean
  isSame: (search: SavedSearch) => boolean
}
type SaveDialogProps = Pick<SaveSearchProps, 'kind' | 'asked' | 'nameFor'> & { onClose: () => void }

const SaveDialog = ({ kind, asked, nameFor, onClose }: SaveDialogProps) => {
  const [name, setName] = useState(() => nameFor(SEARCH_NAME_MAX))
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error } = useCreateSearch(kind)
  const isMissing = isTried && name.trim() === ''
  const save = () => {
    setIsTried(true)
    if (name.trim()) mutate({ name: name.trim(), ...asked }, { onSuccess: onClose })
  }
  return (
    <FormDialog title="Save this search" isOpen onClose={onClose} maxWidth="xs">
      <DialogForm
        onSubmit={save}
        actions={
          <FormButtons onCancel={onClose} isPending={isPending}>
            Save search
          </FormButtons>
        }
      >
        <WithCutPasteNote>
          <TextField
            autoFocus
            label="Name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={isMissing}
            helperText={isMissing ? 'Please give the search a name.' : 'We’ll show how many are new.'}
            slotProps={{ htmlInput: { maxLength: SEARCH_NAME_MAX } }}
          />
        </WithCutPasteNote>
        {error && (
          <Alert severity="error" variant="outlined">
            {errorText(error, 'Failed to save the search. Please try again.')}
          </Alert>
        )}
      </DialogForm>
    </FormDialog>
  )
}

/** A button that saves the present search; only where there is something to save that is not saved yet. */
export const SaveSearch = ({ isWorthIt, isSame, ...search }: SaveSearchProps) => {
  const { data: searches } = useQuery(savedSearchesQuery(search.kind))
  const [isOpen, setIsOpen] = useState(false)
  const isSaved = searches?.some(isSame) ?? true
  if (!isOpen && (isSaved || !isWorthIt)) return null
  const isFull = (searches?.length ?? 0) >= SAVED_SEARCHES_MAX
  return (
    <>
      <Button
        size="small"
        startIcon={<BellPlus size={16} aria-hidden />}
        disabled={isFull}
        onClick={() => setIsOpen(true)}
      >
        {isFull ? `You have ${SAVED_SEARCHES_MAX} saved searches` : 'Save this search'}
      </Button>
      {isOpen && <SaveDialog {...search} onClose={() => setIsOpen(false)} />}
    </>
  )
}
