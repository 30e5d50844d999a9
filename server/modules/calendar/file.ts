import ical, { ICalEventTransparency } from 'ical-generator'
import { brand } from '#shared/brand.ts'
import { oneLine } from '#shared/contract/common.ts'
import { paths } from '#shared/rules/addresses.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import type { DayKind, DayRow } from './repository.ts'

const TITLE_MAX = 200
const REFRESH_SECONDS = 3_600

/** What a day says before its title, and what it says alone where titles are hidden. */
const words: Readonly<Record<DayKind, { says: string; alone: string }>> = {
  due: { says: 'Due', alone: 'due day' },
  lease: { says: 'Yours until', alone: 'end of hold' },
  review: { says: 'Review', alone: 'review' },
  reviewed: { says: 'Review due', alone: 'review' },
  answer: { says: 'Answer', alone: 'answer' },
  answered: { says: 'Answer due', alone: 'answer' },
  proposal: { says: 'Answer the proposal', alone: 'answer' },
  proposalSent: { says: 'Answer due', alone: 'answer' },
  state: { says: 'Say what happened', alone: 'statement' },
  pay: { says: 'Pay', alone: 'pay' },
  paid: { says: 'Payment due', alone: 'pay' },
}

const titleLine = (text: string): string => beginningOf(oneLine(text.replace(/\p{Cs}/gu, ' ')), TITLE_MAX)

const summaryOf = ({ kind, task_title, project_title }: DayRow, hidesTitles: boolean): string =>
  hidesTitles
    ? `${brand.name}: ${words[kind].alone}`
    : `${words[kind].says}: ${[task_title, project_title]
        .filter((text) => text !== null)
        .map(titleLine)
        .join(' · ')}`

const pageOf = ({ kind, project_id, task_id, task_number }: DayRow): string => {
  if (kind === 'answer' || kind === 'answered' || task_id === null || task_number === null) return paths.work()
  return paths.taskByNumber(project_id, String(task_number))
}

/**
 * The days as iCalendar (RFC 5545). Nothing in it depends on when it is written, so that the same days are the same bytes. An
 * ID names the thing and the kind of day alone, and stays when the day moves or the title changes.
 */
export const calendarText = (
  days: readonly DayRow[],
  { origin, hidesTitles }: { origin: string; hidesTitles: boolean },
): string => {
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'calendar', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const row of days)
    calendar.createEvent({
      id: `${row.kind}-${row.id}@${brand.cli}`,
      start: new Date(`${row.day}T00:00:00Z`),
      allDay: true,
      stamp: row.made_at,
      summary: summaryOf(row, hidesTitles),
      url: `${origin}${pageOf(row)}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  return calendar.toString()
}
