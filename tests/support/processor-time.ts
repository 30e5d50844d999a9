/**
 * Milliseconds of processor time that `work` takes in this process. Unlike the clock's, they are the same on a busy machine, where
 * others have their turns meanwhile.
 */
export const processorMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
