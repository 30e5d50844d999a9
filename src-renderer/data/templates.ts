import { dataOf, query } from './query.ts'

/** The project's templates for new tasks, by name; asked only where the server keeps templates. */
export const templatesQuery = (projectID: string, isWanted: boolean) =>
  query('templates.byProject', { params: { id: projectID } }, { select: dataOf, enabled: isWanted })
