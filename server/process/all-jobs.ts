import { createRegistry } from '../jobs/job.ts'
import { jobs } from './jobs.generated.ts'

/** Every kind of job that this server's worker can do. Each noun's module declares its own kinds. */
export const allJobs = createRegistry(jobs)
