import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fold } from '#shared/contract/fold.ts'
import type { SearchHits } from '#shared/contract/search.ts'
import { patternOf } from '#shared/rules/addresses.ts'
import { type CommandGroup, type CommandID, commandGroups, commandIDs, commandOf } from '#shared/rules/commands.ts'
import { isSearchable } from '#shared/rules/search.ts'
import { searchQuery } from '#data/search.ts'
import { isApiError } from '#lib/api.ts'
import { type Act, actOf, perform } from '#lib/commands.ts'
import { paths } from '#lib/paths.ts'
import { useAfterMoment } from '#lib/use-after-moment.ts'
import { fitsWords } from '#lib/word-fit.ts'
import { PickerDialog, type PickerItem } from '#ui/form/PickerDialog.tsx'
import { useRecent } from './use-recent.ts'

/** Milliseconds after the last key before the search is sent. */
const SEARCH_DEBOUNCE_MS = 150

type Item = PickerItem & ({ act: Act } | { to: string })

/** The commands that can be chosen now, with what they do: the palette takes the focus, but they are about what had it. */
const offeredNow = (isThere: (id: CommandID) => boolean): Array<{ id: CommandID; act: Act }> =>
  commandIDs.flatMap((id) => {
    if (!isThere(id) || commandOf(id).isKeyOnly || id === 'palette.open') return []
    const act = actOf(id)
    return act ? [{ id, act }] : []
  })

/** What a command lets choose, each as an entry of its own once something is typed. */
const choiceItems = (offered: ReturnType<typeof offeredNow>, group: CommandGroup, text: string): Item[] =>
  offered.flatMap(({ id, act: { choices = [] } }) =>
    text === '' || commandOf(id).group !== group
      ? []
      : choices
          .filter(({ label }) => fitsWords(label, text))
          .map((act) => ({
            id: `${id} ${act.id}`,
            label: act.label,
            group: commandGroups[group],
            act,
            whyNot: act.whyNot,
          })),
  )

const order = ['task', 'inbox', 'general', 'places'] as const
const commandItems = (offered: ReturnType<typeof offeredNow>, text: string): Item[] =>
  order.flatMap((group) =>
    offered
      .filter(({ id }) => commandOf(id).group === group && fitsWords(commandOf(id).label, text))
      .map(({ id, act }): Item => {
        const { label, keys } = commandOf(id)
        return { id, label, group: commandGroups[group], keys: keys.slice(0, 1), act, whyNot: act.whyNot }
      })
      .concat(choiceItems(offered, group, text))
      // What may not be done now comes after the rest of its group.
      .toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot))),
  )

const HITS_OF_GROUP = 3
/** The group with a title that begins with the words comes first, and none takes the room of the others. */
const inOrder = (items: readonly Item[], text: string): Item[] => {
  const begins = ({ label }: Item) => fold(label).startsWith(fold(text))
  const groups = [...new Set(items.map(({ group }) => group))].map((group) =>
    items.filter((item) => item.group === group).toSorted((a, b) => Number(begins(b)) - Number(begins(a))),
  )
  const leads = (group: readonly Item[]) => Number(group.some(begins))
  return groups
    .toSorted((a, b) => leads(b) - leads(a))
    .flatMap((group) => (groups.length > 1 ? group.slice(0, HITS_OF_GROUP) : group))
}

const hitItems = ({ tasks, projects, people }: SearchHits, openProject: string | undefined): Item[] => {
  const isHere = ({ projectID }: { projectID: string }) => Number(projectID === openProject)
  return [
    // Tasks of the open project come before those that are hit as well.
    ...tasks
      .toSorted((a, b) => isHere(b) - isHere(a))
      .map((task) => ({
        id: `task ${task.id}`,
        group: 'Tasks',
        label: task.title,
        detail: [`#${task.taskId} in ${task.projectTitle}`, task.stage].filter(Boolean).join(' · '),
        // By its number, which opens also for a guest, who has no board.
        to: paths.taskByNumber(task.projectID, task.taskId),
      })),
    ...projects.map(({ id, title, role }) => ({
      id: `project ${id}`,
      group: 'Projects',
      label: title,
      to: role ? paths.project(id) : paths.projectDialog(id),
    })),
    ...people.map(({ id, username, name }) => ({
      id: `person ${id}`,
      group: 'People',
      label: name,
      detail: name === username ? undefined : username,
      to: paths.profile(username),
    })),
  ]
}

/** The text once nobody has typed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const whyNoSearch = (error: Error): string =>
  isApiError(error) && error.status === 429
    ? error.message
    : 'The search cannot be reached right now. Commands work all the same.'

type PaletteProps = { isThere: (id: CommandID) => boolean; onClose: () => void }

/** The palette: commands for what is open or focused, then places, tasks, projects and people. */
export const Palette = ({ isThere, onClose }: PaletteProps) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [offered] = useState(() => offeredNow(isThere))
  const [text, setText] = useState('')
  const recent = useRecent()
  const wanted = text.trim()
  const settled = useSettled(wanted)
  const isAsked = isSearchable(wanted)
  const { data, error, isPending } = useQuery(searchQuery(settled, isAsked && settled === wanted))
  const isSearching = isAsked && (settled !== wanted || isPending) && !error
  // An answer for another text is none for this one.
  const hits = isAsked && settled === wanted ? data : undefined
  const found = commandItems(offered, wanted)
  const items: Item[] =
    wanted === ''
      ? [
          ...found.filter(({ group }) => group === commandGroups.task),
          ...recent.map(({ key, to, ...thing }) => ({ ...thing, id: `recent ${key}`, group: 'Recent', to })),
          ...found.filter(({ group }) => group !== commandGroups.task),
        ]
      : [
          ...found,
          ...(hits ? inOrder(hitItems(hits, patternOf('project', { mayGoOn: true }).exec(pathname)?.[1]), wanted) : []),
        ]
  const isFailed = isAsked && settled === wanted && error !== null
  const isNothing = wanted !== '' && items.length === 0 && !isSearching && !isFailed
  const isSlow = useAfterMoment(isSearching)
  const note = isFailed
    ? whyNoSearch(error)
    : isNothing
      ? `Nothing found for “${wanted}”.`
      : isSlow
        ? 'Searching…'
        : null
  const count = items.length === 1 ? '1 result' : `${items.length} results`
  return (
    <PickerDialog
      label="Search and commands"
      placeholder="Search, or choose a command"
      isOpen
      text={text}
      onText={setText}
      items={items}
      onClose={onClose}
      status={note ?? (isSearching ? '' : count)}
      note={note}
      onChoose={(item) => {
        // What may not be done says why, and the palette stays.
        if ('act' in item && item.act.whyNot) return perform(item.act)
        onClose()
        // The focus goes back first: some commands are about what has it.
        setTimeout(() => ('act' in item ? perform(item.act) : void navigate(item.to)))
      }}
    />
  )
}
