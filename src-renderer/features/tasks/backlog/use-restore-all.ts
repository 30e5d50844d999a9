import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_SIZE_MAX } from '#shared/contract/index.ts'
import { markStale } from '#data/use-call.ts'
import { api } from '#lib/api.ts'
import { confirm } from '#lib/confirm.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

const tasksText = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

/** Brings back everything that Trash shows, one task after the other, and says what has come of it. */
export const useRestoreAll = (projectID: string) => {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const restore = async (q: string): Promise<void> => {
    let [back, skipped] = [0, 0]
    try {
      for (;;) {
        // Those that could not be restored stay in front of the others.
        const page = 1 + Math.floor(skipped / PAGE_SIZE_MAX)
        const query = { page, limit: PAGE_SIZE_MAX, ...(q && { q }) }
        const { data } = await api.tasks.trash({ params: { id: projectID }, query })
        const left = data.slice(skipped % PAGE_SIZE_MAX)
        if (left.length === 0) break
        for (const { id } of left) {
          const isBack = await api.tasks.restore({ params: { id }, body: {} }).then(
            () => true,
            () => false,
          )
          if (isBack) back += 1
          else skipped += 1
        }
      }
      const rest = skipped > 0 ? ` ${tasksText(skipped)} could not be restored.` : ''
      toast(`${tasksText(back)} restored.${rest}`, skipped > 0 ? 'info' : 'success')
    } catch (error) {
      toast(`${tasksText(back)} restored. ${errorText(error, 'The others could not be restored.')}`, 'error')
    }
    await markStale(client, 'tasks.restore', { projectID })
  }
  const ask = async (q: string, count: number): Promise<void> => {
    if (
      !(await confirm({
        title: `Restore ${tasksText(count)}?`,
        text: 'They go back to the board.',
        confirmLabel: 'Restore',
      }))
    )
      return
    setIsPending(true)
    await restore(q)
    setIsPending(false)
  }
  return { ask, isPending }
}
