import type { PersonalTable } from './personal-table.ts'

/** The tables of reports to the administrators, and of members of projects that these have hidden. */
export const reportTables: Readonly<Record<string, PersonalTable>> = {
  reports: {
    lists: {
      reports: {
        where: 'reporter_id = :me',
        columns: ['id', 'kind', 'thing_id', 'part', 'reason', 'text', 'created_at'],
      },
      reportsAboutMe: {
        where: "reported_id = :me and decision in ('hide', 'suspend')",
        columns: [
          ...[
            'id',
            'kind',
            'thing_id',
            'part',
            'decision',
            'decision_text',
            'decided_at',
            'appeal_text',
            'appealed_at',
          ],
          ...['final_decision', 'final_text', 'final_at'],
        ],
      },
    },
    without: 'Who reported and who was reported do not learn of each other, nor of who decided.',
    withoutColumns: ['reporter_id', 'reported_id', 'state', 'decided_by', 'final_by'],
    becomes: { where: 'reporter_id = :me', values: { text: "''" } },
    texts: ['text', 'decision_text', 'appeal_text', 'final_text'],
    about: 'reporter_id = :me or reported_id = :me',
    stays: {
      columns: ['kind', 'part', 'reason', 'state', 'decision', 'final_decision'],
      because: 'They are words of ours.',
    },
  },
  hidden_members: {
    lists: {
      membershipsOfHiddenProjects: {
        where: 'user_id = :me',
        columns: ['project_id', 'role', 'joined_at', 'last_active_at'],
      },
    },
    without: 'It is whose membership this is.',
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
}
