import type { Figure } from '../figure.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Program, startFloor, startOurs, tokenFor } from './programs.ts'
import { type Boards, copyWithStages, seedBoards, setAllFields } from './seed-boards.ts'

export const DATABASE = 'boards'
export const SECONDS = 1.5

type World = { cluster: Cluster; boards: Boards; staged: string; tokens: string[]; ours: Program; floor: Program }

/**
 * Runs `work` with our server and the floor side by side, on one database with boards, which is dropped afterwards. With
 * `hasStages` the board of 5,000 tasks has a copy with 20 stages, `staged`.
 */
export const withBoards = async (
  work: (world: World) => Promise<Figure[]>,
  { hasFields = false, hasStages = false } = {},
): Promise<Figure[]> => {
  const cluster = await startCluster()
  const programs: Program[] = []
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    if (hasFields) await setAllFields(client)
    const staged = hasStages ? await copyWithStages(client, boards.large[5000]) : ''
    await client.end()
    const ours = await startOurs(cluster.urlOf(DATABASE))
    programs.push(ours)
    const floor = await startFloor(cluster.urlOf(DATABASE))
    programs.push(floor)
    return await work({
      cluster,
      boards,
      staged,
      tokens: await Promise.all(boards.sessions.map(tokenFor)),
      ours,
      floor,
    })
  } finally {
    for (const program of programs) await program.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

/** The item of the list for the number `n`. Numbers that follow each other give items that are far apart in the list. */
export const nth = <T>(list: readonly T[], n: number): T => {
  const item = list[(n * 7919) % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
