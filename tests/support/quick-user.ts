import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'

/**
 * A person at the fake platform's screens who does not wait between keys. That nothing covers what they click is proved
 * end to end; jsdom, which lays nothing out, would only compute every style of every ancestor for it.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
