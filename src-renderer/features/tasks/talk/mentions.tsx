import { fold } from '#shared/contract/fold.ts'
import { MenuItem, MenuList, Paper, Popper, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProjectMember } from '#shared/contract/index.ts'
import { membersQuery } from '#data/memberships.ts'
import { UNSPACED } from '#shared/rules/search.ts'
import { useGuest } from '../data/guest.ts'
import { peopleOfTaskQuery } from '../data/queries.ts'
import { useSession } from '#lib/session.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'

/** This many members are suggested at once. */
const SUGGESTED = 6

/** The beginning of a name before the caret, behind an @ that begins a word. */
const TYPED = new RegExp(String.raw`(?:^|[^\p{L}\p{N}_@＠./-]|${UNSPACED})[@＠]([A-Za-z0-9_-]{0,30})$`, 'u')

type Named = Pick<ProjectMember, 'userID' | 'username' | 'name'>

const fits = ({ username, name }: Named, typed: string): boolean => {
  const wanted = fold(typed)
  return [username, ...(name ?? '').split(' ')].some((word) => fold(word).startsWith(wanted))
}

type Use = {
  projectID: string
  /** The task, of whose people alone a guest knows; null where no guest writes. */
  taskID: string | null
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onType: (text: string) => void
}

/** Suggests members of the project behind an @ in a field; one is chosen by the mouse, or by arrows and Enter. */
export const useMentions = ({ projectID, taskID, field, text, onType }: Use) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isGuest = useGuest() !== null
  const members = useQuery({ ...membersQuery(projectID), enabled: typed !== null && !isGuest }).data
  const people = useQuery(peopleOfTaskQuery(taskID ?? '', typed !== null && isGuest && taskID !== null)).data
  const known: readonly Named[] = isGuest
    ? (people ?? []).map(({ id: userID, ...one }) => ({ ...one, userID }))
    : (members ?? [])
  const viewerID = useSession(({ userID }) => userID)
  const others = known.filter(({ userID }) => userID !== viewerID)
  const found = typed === null ? [] : others.filter((member) => fits(member, typed)).slice(0, SUGGESTED)
  const isOpen = found.length > 0
  const close = () => setTyped(null)
  /** Looks what is before the caret, once the field has it. */
  const look = () =>
    queueMicrotask(() => {
      const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
      const name = selectionStart === selectionEnd ? TYPED.exec(value.slice(0, selectionStart))?.[1] : undefined
      setTyped((before) => {
        if (before !== (name ?? null)) setActive(0)
        return name ?? null
      })
    })
  const choose = ({ username }: Named) => {
    const caret = field.current?.selectionStart ?? text.length
    const from = caret - (typed ?? '').length
    const before = `${text.slice(0, from)}${username} `
    // The field has the new text at once: by the next frame somebody could have typed on, and would find the caret before it.
    flushSync(() => {
      onType(before + text.slice(caret))
      close()
    })
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }
  /** Answers whether the key was for the suggestions. */
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    const chosen = found[active]
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive((active + 1) % found.length),
      ArrowUp: () => setActive((active + found.length - 1) % found.length),
      Enter: () => chosen && choose(chosen),
      Tab: () => chosen && choose(chosen),
      Escape: close,
    }
    const act = acts[event.key]
    if (!act) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
  const optionID = (at: number) => `${id}-${at}`
  return {
    look,
    press,
    close,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': optionID(active) }),
    },
    list: { id, anchor: field, found: isOpen ? found : [], active, optionID, choose },
  }
}

type MentionListProps = ReturnType<typeof useMentions>['list']

export const MentionList = ({ id, anchor, found, active, optionID, choose }: MentionListProps) => (
  <Popper
    open={found.length > 0}
    anchorEl={() => anchor.current as HTMLElement}
    placement="top-start"
    sx={{ zIndex: 'tooltip', maxWidth: 320 }}
  >
    <Paper elevation={8}>
      <MenuList id={id} role="listbox" aria-label="Members to mention" dense>
        {found.map((member, at) => (
          <MenuItem
            key={member.userID}
            id={optionID(at)}
            role="option"
            aria-selected={at === active}
            selected={at === active}
            tabIndex={-1}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(member)}
          >
            <PersonLine isCompact person={{ name: member.name ?? '', username: member.username }} />
            {member.name && (
              <Typography component="span" variant="note" sx={{ ml: 1, color: 'text.secondary' }}>
                @{member.username}
              </Typography>
            )}
          </MenuItem>
        ))}
      </MenuList>
    </Paper>
  </Popper>
)
