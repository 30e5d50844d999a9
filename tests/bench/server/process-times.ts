import { readdirSync, readFileSync } from 'node:fs'

/** How long one tick of the kernel's clock for processes is: 100 ticks are a second on every Linux that Node runs on. */
const TICK_MS = 10

/** The numbers of /proc/PID/stat from the fourth on: the parent's ID is at 0, the times in ticks are at 10 to 13. */
const statOf = (pid: number): number[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    // The process has ended; its time is in its parent's.
    return []
  }
}
const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)

/** Milliseconds of processor time that a process has used so far. Linux only. */
export const processorTime = (pid: number): number => sum(statOf(pid).slice(10, 12)) * TICK_MS

/** The same for a process, its children, and the children that have ended. */
export const processorTimeOfFamily = (pid: number): number => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(([parent]) => parent === pid)
  return sum([...statOf(pid).slice(10, 14), ...children.flatMap((stat) => stat.slice(10, 12))]) * TICK_MS
}

/** The bytes of memory that a process has in use. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024
