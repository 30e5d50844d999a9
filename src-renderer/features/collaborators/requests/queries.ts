import { dataOf, query } from '#data/query.ts'

/** Who has applied: tier, reputation, skills in common and past work. */
export const applicantQuery = (requestID: string) =>
  query('requests.applicant', { params: { id: requestID } }, { select: dataOf })

/** The private notes about an application; read again whenever it is opened, since others may have written. */
export const notesQuery = (requestID: string) =>
  query('requests.notes', { params: { id: requestID } }, { select: dataOf, staleTime: 0 })
