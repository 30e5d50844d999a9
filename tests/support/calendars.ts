import ICAL from 'ical.js'
import * as nodeIcal from 'node-ical'

type Day = { uid: string; day: string; summary: string; url: string }

/** What ical.js reads of a calendar. It throws at what is no iCalendar. */
const byIcalJs = (text: string): Day[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  if (calendar.name !== 'vcalendar') throw new Error(`This is a ${calendar.name}.`)
  const events = calendar.getAllSubcomponents()
  return events.map((component) => {
    const event = new ICAL.Event(component)
    if (component.name !== 'vevent' || !event.startDate.isDate) throw new Error('This is no whole day.')
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      summary: event.summary,
      url: String(component.getFirstPropertyValue('url')),
    }
  })
}

/** What node-ical reads of it, which is made for calendars in the wild. */
const byNodeIcal = (text: string): Day[] =>
  Object.values(nodeIcal.sync.parseICS(text)).flatMap((found) => {
    if (found?.type !== 'VEVENT') return []
    const { uid, start, datetype } = found
    // A property that has parameters is an object, which its types do not say.
    const url = found.url as string | { val: string }
    const summary = found.summary as string
    if (datetype !== 'date') throw new Error('This is no whole day.')
    // It makes a date of the machine's own zone. (It also reads the text \\n as a line's end.)
    const day = [start.getFullYear(), start.getMonth() + 1, start.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
    return [{ uid, day, summary, url: typeof url === 'object' ? url.val : url }]
  })

/** The days of a calendar as two libraries read them. */
export const readCalendarFile = (text: string): { icalJs: Day[]; nodeIcal: Day[] } => ({
  icalJs: byIcalJs(text),
  nodeIcal: byNodeIcal(text),
})

/** The lines of a file as RFC 5545 folds them: at most 75 bytes each, ended by CRLF. Returns the whole lines. */
export const unfolded = (text: string): string[] => {
  const lines = text.split('\r\n')
  const long = lines.filter((line) => Buffer.byteLength(line) > 75)
  if (long.length > 0) throw new Error(`A line is too long: ${long[0]}`)
  if (/[\r\n]/.test(lines.join(''))) throw new Error('A line ends without CRLF.')
  return lines
    .join('\r\n')
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
}
