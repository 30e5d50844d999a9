import { nameOf } from '#shared/rules/person.ts'
import { Box, IconButton, InputAdornment } from '@mui/material'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { FoundUser } from '#shared/contract/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { radius, shadow, size } from '#ui/look/tokens.ts'
import { UnknownAddress } from './UnknownAddress.tsx'
import { SEARCH_FROM, useUserSearch } from './use-user-search.ts'

type UserSearchProps = {
  projectID: string
  /** An account, or an address without one. */
  picked: FoundUser | { address: string } | null
  onPick: (picked: FoundUser | { address: string } | null) => void
  /** The reason why the person cannot be picked; null when they can. */
  whyNot: (user: FoundUser) => string | null
}

type Search = ReturnType<typeof useUserSearch>
const hintOf = (search: Search, picked: UserSearchProps['picked']): string => {
  if (picked) return 'Press × to choose somebody else.'
  if (!search.isLongEnough) return `Type at least ${SEARCH_FROM} characters`
  if (search.isSearching) return 'Searching…'
  if (search.hasFailed) return 'The search failed. Press Enter to try again.'
  if (!search.isAnswered) return 'Searches in a moment; Enter searches at once.'
  if (search.unknownAddress !== null) return 'Nobody found.'
  if (search.found.length === 0) return 'Nobody found. Try their full email address.'
  return search.found.length === 1 ? '1 person found' : `${search.found.length} people found`
}

const textOf = (picked: NonNullable<UserSearchProps['picked']>): string =>
  'address' in picked ? `${picked.address} (no account yet)` : `${nameOf(picked)} (${picked.email})`

type OptionProps = {
  id: string
  user: FoundUser
  reason: string | null
  isActive: boolean
  onPick: () => void
  onHover: () => void
}

const Option = ({ id, user, reason, isActive, onPick, onHover }: OptionProps) => (
  <Box
    component="li"
    id={id}
    role="option"
    aria-selected={isActive}
    aria-disabled={reason !== null}
    onClick={onPick}
    onPointerMove={onHover}
    // The focus stays in the field, whose keys walk the list.
    onMouseDown={(event) => event.preventDefault()}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      px: 1.5,
      py: 0.75,
      minHeight: 48,
      cursor: reason ? 'default' : 'pointer',
      bgcolor: isActive ? 'action.hover' : undefined,
      boxShadow: isActive ? shadow.activeRow : undefined,
    }}
  >
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <PersonLine person={user} detail={user.email} />
    </Box>
    {reason && <Box sx={{ flex: 'none', fontSize: size.note, color: 'text.secondary' }}>{reason}</Box>}
  </Box>
)

const Options = ({ id, isOpen, children }: { id: string; isOpen: boolean; children: ReactNode }) => (
  <Box
    component="ul"
    id={id}
    role="listbox"
    aria-label="People found"
    hidden={!isOpen}
    sx={{
      listStyle: 'none',
      m: 0,
      mt: 1,
      p: 0,
      maxHeight: '10rem',
      overflowY: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: radius.medium,
      '&[hidden]': { display: 'none' },
    }}
  >
    {children}
  </Box>
)

const comboboxOf = (id: string, isOpen: boolean, active: number) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
  }) as const

/** Finds the person to invite. The picked person stays in the field, locked, until the x clears it. */
export const UserSearch = ({ projectID, picked, onPick, whyNot }: UserSearchProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const search = useUserSearch(projectID)
  const [active, setActive] = useState(-1)
  const [isHidden, setIsHidden] = useState(false)
  const { found } = search
  const isOpen = !picked && !isHidden && found.length > 0
  const type = (next: string) => {
    setActive(-1)
    setIsHidden(false)
    search.type(next)
  }
  const take = (next: UserSearchProps['picked']) => {
    onPick(next)
    type('')
    input.current?.focus()
  }
  const pick = (user: FoundUser | undefined) => user && !whyNot(user) && take(user)
  const move = (to: number) => {
    const next = (to + found.length) % found.length
    setIsHidden(false)
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (picked) return
    const moves: Readonly<Record<string, number>> = { ArrowDown: active + 1, ArrowUp: Math.max(active, 0) - 1 }
    const to = moves[event.key]
    if (to !== undefined && found.length > 0) {
      event.preventDefault()
      move(to)
    }
    if (event.key === 'Enter') {
      // Enter searches or picks here; only its own button sends the form.
      event.preventDefault()
      if (isOpen && active >= 0) pick(found[active])
      else search.searchNow()
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsHidden(true)
    }
  }
  return (
    <Box>
      <Field
        id={`${id}-input`}
        label="Person"
        placeholder={`Name or email, at least ${SEARCH_FROM} characters`}
        value={picked ? textOf(picked) : search.text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        readOnly={picked !== null}
        inputRef={input}
        autoFocus
        hint={<span aria-live="polite">{hintOf(search, picked)}</span>}
        inputProps={{
          maxLength: 254,
          autoComplete: 'off',
          spellCheck: false,
          ...(!picked && comboboxOf(id, isOpen, active)),
        }}
        endAdornment={
          (picked ?? search.text) && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                aria-label={picked ? 'Clear selection' : 'Clear search'}
                onClick={() => take(null)}
              >
                <X size={16} />
              </IconButton>
            </InputAdornment>
          )
        }
      />
      <Options id={`${id}-list`} isOpen={isOpen}>
        {isOpen &&
          found.map((user, index) => (
            <Option
              key={user.id}
              id={`${id}-${index}`}
              user={user}
              reason={whyNot(user)}
              isActive={index === active}
              onPick={() => pick(user)}
              onHover={() => setActive(index)}
            />
          ))}
      </Options>
      <UnknownAddress
        projectID={projectID}
        address={picked ? null : search.unknownAddress}
        onPick={(address) => take({ address })}
      />
    </Box>
  )
}
