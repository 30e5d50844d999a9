import { paths } from '#shared/rules/addresses.ts'
import type { NoticeRow } from './repository.ts'

/** Where the app shows a person what a notice is about; where that is gone, their own projects. */
export const addressOf = (
  {
    kind,
    is_end,
    project_id: projectID,
    task_id: taskID,
    task_number: number,
    request_id: requestID,
    request_user_id,
    request_kind,
    request_task_id,
    is_outside,
    reviews_of: reviewed,
    thread,
  }: NoticeRow,
  userID: string,
): string => {
  const isOpen = kind === 'project.archived' || kind === 'task.deleted'
  if (kind === 'rating.due') return paths.work()
  if (kind === 'rating.revealed' && reviewed !== null) return paths.profile(reviewed)
  if (is_end) return isOpen && projectID !== null ? paths.project(projectID) : paths.myProjects()
  if (requestID !== null && projectID !== null) {
    if (request_user_id !== userID) return paths.projectTab(projectID, 'collaborators')
    if (request_task_id !== null) return paths.openTask(request_task_id)
    return request_kind === 'invitation' ? paths.myInvitations() : paths.myRequests('sent')
  }
  if (projectID !== null && taskID !== null)
    return number === null ? paths.task(projectID, taskID) : paths.taskByNumber(projectID, String(number))
  if (projectID !== null && kind === 'tasks.assigned') return paths.tasksOf(projectID, userID)
  if (projectID !== null && kind.startsWith('payment.')) return is_outside ? paths.earnings() : paths.ledger(projectID)
  if (projectID !== null) return paths.project(projectID)
  if (kind === 'dispute.reminded') return paths.admin({ tab: 'disputes', dispute: thread })
  if (kind === 'waitlist.wanted') return paths.admin()
  if (kind === 'report.made' || kind === 'report.appealed') return paths.admin({ tab: 'reports' })
  if (kind === 'report.decided') return paths.reports()
  if (kind === 'creatorApplication.sent' || kind === 'creatorApplication.reminded')
    return paths.admin({ tab: 'applications' })
  if (kind === 'account.tokenMade') return paths.settings('tokens')
  if (kind === 'payout.changed') return paths.settings('payout')
  if (kind.startsWith('account.')) return paths.settings('account')
  return kind.startsWith('creatorApplication.') ? paths.creatorApplication() : paths.dashboard()
}
