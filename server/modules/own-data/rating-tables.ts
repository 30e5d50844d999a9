import { DERIVED, type PersonalTable } from './personal-table.ts'

/** The tables of reviews. */
export const ratingTables: Readonly<Record<string, PersonalTable>> = {
  rating_causes: { without: DERIVED },
  rating_dues: { without: DERIVED },
  ratings: {
    lists: {
      ratings: {
        where: 'author_id = :me',
        columns: ['id', 'due_id', 'side', 'again', 'clear', 'mark', 'on_time', 'text', 'created_at', 'changed_at'],
      },
      ratingAnswers: { where: 'answered_by = :me', columns: ['id', 'answer', 'answered_at'] },
    },
    without: 'They are people, and whether administrators have hidden it.',
    withoutColumns: ['author_id', 'rated_id', 'answered_by', 'hidden_at', 'answer_hidden_at'],
    becomes: {
      where: 'author_id = :me or answered_by = :me',
      values: {
        text: "case when author_id = :me then '' else text end",
        answer: "case when answered_by = :me then '' else answer end",
      },
    },
    texts: ['text', 'answer'],
    stays: { columns: ['side'], because: 'It is a word of ours.' },
  },
}
