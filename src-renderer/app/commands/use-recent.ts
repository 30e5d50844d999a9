import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Task } from '#shared/contract/index.ts'
import { projectQuery } from '#data/projects.ts'
import { query } from '#data/query.ts'
import { paths } from '#lib/paths.ts'
import { noteRecent, type RecentThing, recentThings, thingsAt } from './recent.ts'

/** Milliseconds after which an address counts as opened: its board has arrived by then, and nobody went on at once. */
const OPENED_MS = 1_000

/** Notes what the person opens, for the palette. */
export const useNotedRecent = (): void => {
  const client = useQueryClient()
  const location = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => thingsAt(client, location).forEach(noteRecent), OPENED_MS)
    return () => clearTimeout(timer)
  }, [client, location])
}

/** A recent thing as the palette shows it, with the address that opens it. */
export type ShownThing = { key: string; label: string; detail: string; to: string }

/** By its number, which opens also for a guest, who has no board. */
const addressOf = (task: Task): string =>
  task.taskId ? paths.taskByNumber(task.projectID, task.taskId) : paths.task(task.projectID, task.id)

const read = async (client: QueryClient, thing: RecentThing): Promise<ShownThing> => {
  // What may be opened now is asked now, whatever the cache has.
  const now = { staleTime: 0, retry: false } as const
  if (thing.kind === 'person') {
    const { username } = thing
    const { data } = await client.fetchQuery({ ...query('people.profileByUsername', { params: { username } }), ...now })
    return { key: username, label: data.name || username, detail: 'Person', to: paths.profile(username) }
  }
  const { id, kind } = thing
  if (kind === 'task') {
    const { data } = await client.fetchQuery({ ...query('tasks.get', { params: { id } }), ...now })
    return { key: id, label: data.title, detail: `Task #${data.taskId}`, to: addressOf(data) }
  }
  const { data } = await client.fetchQuery({ ...projectQuery(id), ...now })
  const to = data.role ? paths.project(id) : paths.projectDialog(id)
  return { key: id, label: data.title, detail: 'Project', to }
}

/** The recent things that the person may still open; those that the server has not yet answered for are left out. */
export const useRecent = (): readonly ShownThing[] => {
  const client = useQueryClient()
  const [shown, setShown] = useState<readonly ShownThing[]>([])
  useEffect(() => {
    let isOver = false
    const all = recentThings().map((thing) => read(client, thing).catch(() => null))
    void Promise.all(all).then((read) => {
      if (!isOver) setShown(read.filter((thing) => thing !== null))
    })
    return () => {
      isOver = true
    }
  }, [client])
  return shown
}
