const DAY_MS = 86_400_000

/** The days, Monday to Sunday, of the week in which a day is; all as YYYY-MM-DD. */
export const weekOf = (day: string): { from: string; to: string } => {
  const date = new Date(`${day}T00:00:00Z`)
  const monday = date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS
  const text = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: text(monday), to: text(monday + 6 * DAY_MS) }
}
