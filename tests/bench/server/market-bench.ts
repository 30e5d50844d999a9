import type pg from 'pg'
import { count, type Figure, milliseconds, times } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { askOnce, type Call, compareLoads, median, openConnection, quantile, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { seedMarket, VIEWER } from './seed-market.ts'

type World = { client: pg.Client; ours: Program; token: string; projects: number }

/** Runs `work` with our server on a market of a million projects. The market is only read, and is kept for the next run. */
const withMarket = async (projects: number, work: (world: World) => Promise<Figure[]>): Promise<Figure[]> => {
  const cluster = await startCluster()
  let ours: Program | undefined
  try {
    const name = await cluster.cached(`market${projects}`, (connect) => {
      process.stderr.write(`Filling a market of ${projects} projects, which later runs use again …\n`)
      return seedMarket(connect, projects)
    })
    const client = await cluster.connect(name)
    ours = await startOurs(cluster.urlOf(name))
    try {
      return await work({ client, ours, token: await tokenFor(VIEWER), projects })
    } finally {
      await client.end()
    }
  } finally {
    await ours?.stop()
    await cluster.stop()
  }
}

const OPEN = `status in (1, 2) and archived_at is null and deleted_at is null`
const NEWEST = 'order by created_at desc, id desc'
const LIMIT = 10

/** Milliseconds of one statement: the median of several runs, after one that only warms up. */
const timeSql = async (client: pg.Client, text: string, values: unknown[] = [], times = 9): Promise<number> => {
  const took: number[] = []
  for (let n = 0; n <= times; n++) {
    const began = performance.now()
    await client.query(text, values)
    if (n > 0) took.push(performance.now() - began)
  }
  return median(took)
}

/** Measures the market's first, middle and last page. */
export const deepPage = (projects: number) =>
  withMarket(projects, async ({ client, ours, token }) => {
    const { rows } = await client.query<{ open: number }>(`select count(*)::int as open from projects where ${OPEN}`)
    const open = rows[0]?.open ?? 0
    const pageCall = (page: number): Call => ({
      method: 'GET',
      path: `/api/users/open-projects?page=${page}&limit=${LIMIT}`,
      token,
    })
    const pages = { first: 1, middle: Math.ceil(open / LIMIT / 2), last: Math.ceil(open / LIMIT) }
    const load = (page: number) => ({
      origin: ours.origin, clients: 1, seconds: 2, status: 200, request: () => writeRequest(pageCall(page)),
    }) // prettier-ignore
    const measured = await compareLoads({
      first: load(pages.first),
      middle: load(pages.middle),
      last: load(pages.last),
    })
    const whole = JSON.parse((await askOnce(ours.origin, pageCall(pages.last))).body.toString()) as {
      data: unknown[]
      pagination: { total: number }
    }
    const columns = 'id, title, description, skills, tier, status, created_at'
    const offset = await timeSql(
      client,
      `select ${columns} from projects where ${OPEN} ${NEWEST} limit ${LIMIT} offset ${(pages.last - 1) * LIMIT}`,
      [],
      3,
    )
    const boundary = await client.query<{ created_at: Date; id: string }>(
      `select created_at, id from projects where ${OPEN} order by created_at, id offset ${LIMIT} limit 1`,
    )
    const after = boundary.rows[0]
    const keyset = await timeSql(
      client,
      `select ${columns} from projects where ${OPEN} and (created_at, id) < ($1, $2) ${NEWEST} limit ${LIMIT}`,
      [after?.created_at, after?.id],
    )
    const ratio = measured.last.p50 / measured.first.p50
    return [
      { what: `first page of ${open} open projects (p50)`, value: milliseconds(measured.first.p50) },
      { what: `page ${pages.middle}, in the middle`, value: milliseconds(measured.middle.p50) },
      {
        what: `page ${pages.last}, the last; floor: keyset in SQL`,
        value: milliseconds(measured.last.p50),
        floor: milliseconds(keyset),
        ratio: `${times(ratio)} first`,
        target: '≤ 1.5 x first',
        reached: ratio <= 1.5 && whole.data.length === (open % LIMIT || LIMIT),
      },
      { what: '  total said on it', value: String(whole.pagination.total) },
      { what: '  the same by OFFSET in SQL', value: milliseconds(offset) },
    ]
  })

/** Words to search for, by how much they find. Each kind has many words, so that no answer comes from a cache. */
const searches = async (client: pg.Client): Promise<Record<string, string[]>> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from (select lower((regexp_match(description, '([A-Z][a-z]{7,})'))[1]) as name from projects tablesample system (0.2) repeatable (7)) found
     where name is not null order by name limit 200`,
  )
  const names = rows.map(({ name }) => name)
  const each = (change: (name: string) => string) => names.map(change)
  const common = [
    'react',
    'typescript',
    'python',
    'design',
    'community',
    'calendar',
    'volunteers',
    'spreadsheet',
    'museum',
    'half is paid',
  ]
  return {
    'rare (one name)': names,
    'common (every tenth project and more)': common,
    'medium (one project in a hundred)': ['haskell', 'scala', 'erlang', 'blender', 'unity', 'cartography', 'elixir', 'beekeepers', 'ferry', 'crossword'],
    'prefix (five letters of a name)': each((name) => name.slice(0, 5)),
    'prefix of a common word': ['reac', 'typesc', 'pyth', 'desi', 'commun', 'calen', 'volunt', 'spreads'],
    'substring (inside a name)': each((name) => name.slice(1, -1)),
    'substring of a common word': ['ypescr', 'ommuni', 'alenda', 'preadsh', 'useu'],
    'typo (two letters swapped)': each((name) => name.slice(0, 3) + name[4] + name[3] + name.slice(5)),
    'typo in a common word': ['raect', 'typescirpt', 'pyhton', 'comunity', 'calender', 'volunters'],
    'two words': each((name) => `${name} react`),
    'nothing at all': each((name) => `${[...name].reverse().join('')}xq`),
  } // prettier-ignore
}
/** The floor: the simplest search, which compares the text and takes the ten newest hits. */
const LIKE = `select id from projects where ${OPEN} and search_text like '%' || fold_text($1) || '%' ${NEWEST} limit ${LIMIT}`
const TIMES = 300

/** Measures searches of the market: 300 requests of each kind, one after the other. */
export const search1m = (projects: number) =>
  withMarket(projects, async ({ client, ours, token }) => {
    const figures: Figure[] = []
    const connection = await openConnection(ours.origin)
    for (const [kind, words] of Object.entries(await searches(client))) {
      const ask = async (q: string) => {
        const path = `/api/users/open-projects?q=${encodeURIComponent(q)}`
        const began = performance.now()
        const answer = await connection.ask(writeRequest({ method: 'GET', path, token }))
        const took = performance.now() - began
        if (answer.status !== 200) throw new Error(`"${q}" answered ${answer.status}`)
        return {
          took,
          total: (JSON.parse(answer.body.toString()) as { pagination: { total: number } }).pagination.total,
        }
      }
      for (const word of words.slice(0, 20)) await ask(word)
      const took: number[] = []
      const totals: number[] = []
      for (let n = 0; n < TIMES; n++) {
        const answer = await ask(words[n % words.length] ?? '')
        took.push(answer.took)
        totals.push(answer.total)
      }
      const sorted = took.sort((a, b) => a - b)
      const p99 = quantile(sorted, 0.99)
      const raw = await Promise.all(words.slice(0, 2).map((word) => timeSql(client, LIKE, [word], 1)))
      figures.push({
        what: `${kind}: p99 (p50 ${milliseconds(median(took))}; about ${count(median(totals), 'hit')})`,
        value: milliseconds(p99),
        floor: milliseconds(Math.max(...raw)),
        target: '≤ 10 ms',
        reached: p99 <= 10,
      })
    }
    connection.close()
    return figures
  })
