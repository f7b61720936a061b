import { type Parameter, ParameterId } from '@huanwei/terminal/messages/parameters'

/** Settings of a terminal that commands of the platform change. */
export type Settings = {
  parameters: Map<number, Parameter>
  /** Temporary tracking: a report every `intervalSeconds` until then (epoch ms). */
  tracking: { intervalSeconds: number; until: number } | undefined
  /** Mask of confirmed alarms, which are not raised again before they have ended. */
  confirmed: number
  /** How the cameras that can be moved stand, by channel. */
  cameras: Map<number, CameraPose>
}

/** What a camera was told last: its direction as in `TurnDirection`, and values by message. */
type CameraPose = { direction: number; values: Map<number, number> }

const numeric = (id: number, value: number): Parameter => ({ id, type: 'number', value })

export const defaultSettings = (plate: string, plateColour: number): Settings => ({
  parameters: new Map(
    [
      numeric(ParameterId.heartbeatSeconds, 60),
      numeric(ParameterId.tcpReplySeconds, 10),
      numeric(ParameterId.tcpRetries, 3),
      numeric(ParameterId.defaultIntervalSeconds, 10),
      numeric(ParameterId.sleepIntervalSeconds, 30),
      numeric(ParameterId.maxSpeed, 72),
      { id: ParameterId.plate, type: 'text' as const, value: plate },
      numeric(ParameterId.plateColour, plateColour),
    ].map((parameter) => [parameter.id, parameter]),
  ),
  tracking: undefined,
  confirmed: 0,
  cameras: new Map(),
})

/** The value of a numeric parameter, or `fallback` when it is missing or zero. */
export function numericParameter({ parameters }: Settings, id: number, fallback: number): number {
  const parameter = parameters.get(id)
  return parameter?.type === 'number' && parameter.value > 0 ? parameter.value : fallback
}

/** Seconds between two reports. */
export function reportInterval(settings: Settings, engineOn: boolean, now: number): number {
  const { tracking } = settings
  if (tracking && now < tracking.until) return tracking.intervalSeconds
  return engineOn
    ? numericParameter(settings, ParameterId.defaultIntervalSeconds, 10)
    : numericParameter(settings, ParameterId.sleepIntervalSeconds, 30)
}
