import type { SearchHits } from '#shared/contract/search.ts'
import { foldedWordsOf, foldTexts } from '#server/db/text-search.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { findPeopleHits } from '../people/service.ts'
import { findProjectHits } from '../projects/service.ts'
import { findTaskHits } from '../tasks/service.ts'
import { shareOut } from './share-out.ts'

/** A task's number, as people type it. PostgreSQL's integers end at 2,147,483,647. */
const numberOf = (q: string): number | null => {
  const number = Number(/^#?(\d{1,9})$/.exec(q)?.[1] ?? Number.NaN)
  return Number.isNaN(number) ? null : number
}

/**
 * Up to `limit` tasks, projects and people that the viewer may see: the task with that number first, then titles and
 * names that begin with the text, then those with all of its words. Errors: 429 for too many searches.
 */
export const find = async (
  deps: SearchDeps,
  viewer: Viewer,
  { query: { q, limit } }: Input<'search.find'>,
): Promise<SearchHits> => {
  const { db } = deps
  const [[folded = '']] = await Promise.all([foldTexts(db, [q]), requireSearch(deps, viewer.userID)])
  const text = folded.trim()
  const wanted = { viewerID: viewer.userID, text, words: foldedWordsOf(text), limit }
  if (wanted.words.length === 0) return { tasks: [], projects: [], people: [] }
  const [tasks, projects, people] = await Promise.all([
    findTaskHits(db, { ...wanted, number: numberOf(text) }),
    findProjectHits(db, wanted),
    findPeopleHits(db, wanted),
  ])
  const shared = shareOut([tasks, projects, people], limit)
  return {
    tasks: tasks.slice(0, shared[0]).map((row) => ({
      id: row.id,
      taskId: String(row.task_number),
      title: row.title,
      status: row.status,
      stageID: row.stage_id,
      stage: row.stage ?? '',
      projectID: row.project_id,
      projectTitle: row.project_title,
    })),
    projects: projects.slice(0, shared[1]).map(({ id, title, role }) => ({ id, title, role })),
    people: people.slice(0, shared[2]).map(({ id, username, name }) => ({ id, username, name: name || username })),
  }
}

export const search = { find }
