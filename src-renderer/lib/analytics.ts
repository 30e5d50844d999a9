export type AnalyticsEvent = { name: string; properties?: Record<string, string | number | boolean> }
type Sink = (event: AnalyticsEvent) => void

let sink: Sink = () => undefined

/** Sends an analytics event; every event goes through here. Does nothing until a sink is configured. */
export const track = (name: string, properties?: AnalyticsEvent['properties']): void =>
  sink({ name, ...(properties && { properties }) })

/**
 * Sets up a PostHog-style HTTP sink: POST {url}/capture/. Nothing is sent unless both values are set; failures are
 * ignored.
 */
export const configureAnalytics = (config: {
  url?: string | undefined
  key?: string | undefined
  distinctId: () => string
}): void => {
  const { url, key, distinctId } = config
  if (!url || !key) return
  sink = ({ name, properties }) => {
    const body = JSON.stringify({ api_key: key, event: name, distinct_id: distinctId(), properties })
    void fetch(`${url.replace(/\/+$/, '')}/capture/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined)
  }
}
