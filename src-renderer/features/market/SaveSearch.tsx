import { Alert, Button, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { SAVED_SEARCHES_MAX, SEARCH_NAME_MAX } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import type { MarketFilters } from './market-filters.ts'
import { savedSearchesQuery } from './queries.ts'
import { filtersOf, isSameSearch, isWorthSaving, nameFor, searchOf } from './saved-search.ts'
import { useCreateSearch } from './saved-search-calls.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

const SaveDialog = ({ filters, onClose }: { filters: MarketFilters; onClose: () => void }) => {
  const [name, setName] = useState(() => nameFor(filters, SEARCH_NAME_MAX))
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error } = useCreateSearch()
  const isMissing = isTried && name.trim() === ''
  const save = () => {
    setIsTried(true)
    if (name.trim()) mutate({ name: name.trim(), search: searchOf(filters) }, { onSuccess: onClose })
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
export const SaveSearch = ({ filters }: { filters: MarketFilters }) => {
  const { data: searches } = useQuery(savedSearchesQuery(true))
  const [isOpen, setIsOpen] = useState(false)
  const isSaved = searches?.some(({ search }) => isSameSearch(filtersOf(search), filters)) ?? true
  if (!isOpen && (isSaved || !isWorthSaving(filters))) return null
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
      {isOpen && <SaveDialog filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  )
}
