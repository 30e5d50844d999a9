import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { EditedLine } from '../data/more-form.ts'

type Row = EditedLine & { key: number }

/** Each line with its row of before. A new line keeps its row when it is saved, where it gets an ID and may move up. */
const rowsOf = (lines: readonly EditedLine[], before: readonly Row[]): Row[] => {
  const left = new Set(before)
  let last = Math.max(0, ...before.map(({ key }) => key))
  return lines.map(({ id, text }, at) => {
    const free = [...left]
    const byText = free.find((row) => row.id === undefined && row.text.trim() === text.trim())
    const byPlace = free.find((row) => row === before[at] && row.id === undefined)
    const isTyped = id === undefined && lines.length >= before.length
    const byID = id === undefined ? undefined : free.find((row) => row.id === id)
    const row = byID ?? (isTyped ? byPlace : (byText ?? (id === undefined ? byPlace : undefined)))
    if (row) left.delete(row)
    return { id, text, key: row?.key ?? (last += 1) }
  })
}

/** The keys of the rows of lines, which stay the same over a save. */
export const useLineKeys = (lines: readonly EditedLine[]): readonly number[] => {
  const [before, setBefore] = useState(() => rowsOf(lines, []))
  const rows = rowsOf(lines, before)
  if (JSON.stringify(rows) !== JSON.stringify(before)) setBefore(rows)
  return rows.map(({ key }) => key)
}

/** Handlers that bring the focus back into the list when the line in which somebody types is gone: an empty one is not saved. */
export const useKeptFocus = (list: RefObject<HTMLElement | null>, count: number) => {
  const typed = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!typed.current || typed.current.isConnected || document.activeElement !== document.body) return
    const left = list.current?.querySelector<HTMLElement>('li:last-child input[type="text"]')
    ;(left ?? list.current?.parentElement?.querySelector<HTMLElement>('button'))?.focus()
  }, [list, count])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      typed.current = target.matches('input[type="text"]') ? target : null
    },
    onBlur: () => {
      typed.current = null
    },
  }
}
