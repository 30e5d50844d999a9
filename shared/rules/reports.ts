import type { ReportDecision, ReportKind, ReportPart, ReportReason, ReportState } from '../contract/reports.ts'

/** What the words of reports are called on screens and at the command line. */
const reportKindLabels: Readonly<Record<ReportKind, string>> = {
  project: 'Project',
  task: 'Task',
  person: 'Person',
  comment: 'Comment',
  rating: 'Rating',
  letter: 'Letter',
}
/** What the reported thing, or the part of it, is called. */
export const reportedLabel = ({ kind, part }: { kind: ReportKind; part: ReportPart }): string =>
  part === 'answer' ? 'Answer' : reportKindLabels[kind]
export const reportReasonLabels: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam',
  scam: 'Scam',
  abuse: 'Abuse',
  stolenWork: 'Stolen work',
  other: 'Something else',
}
export const reportStateLabels: Readonly<Record<ReportState, string>> = {
  open: 'To decide',
  decided: 'Decided',
  appealed: 'Appeal to decide',
  final: 'Final',
}
export const reportDecisionLabels: Readonly<Record<ReportDecision, string>> = {
  dismiss: 'Dismissed',
  hide: 'Hidden',
  suspend: 'Suspended',
}

/** The kinds that can be hidden. */
export const hidableKinds: readonly ReportKind[] = ['project', 'comment', 'rating']

/** What can be decided about a report: an appeal is granted, or what was decided is kept. */
export const decisionsFor = ({
  kind,
  state,
  decision,
}: {
  kind: ReportKind
  state: ReportState
  decision: ReportDecision | null
}): readonly ReportDecision[] => {
  if (state === 'appealed') return decision === null ? [] : ['dismiss', decision]
  if (state !== 'open') return []
  return hidableKinds.includes(kind) ? ['dismiss', 'hide', 'suspend'] : ['dismiss', 'suspend']
}
