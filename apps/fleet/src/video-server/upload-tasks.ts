/** States of a task: paused, uploading, cancelled, failed, done. Source: spec 4, III.4. */
const State = { paused: 0, uploading: 1, cancelled: 2, failed: 3, done: 4 }

/** Task of a device that uploads what it has recorded; `chn` from 1, moments as `yyyy-MM-dd` and seconds of the day, `networks` as bits. */
type Wanted = { did: string; chn: number; from: string; to: string; networks: number }
type Task = Wanted & { state: number; left: number }

/** Times that the state of a task is asked for before it is done. */
const usualLooks = 2
/** As a client of the server asks for an upload: day and second with the names of a begin or an end before them. */
type Asked = Record<string, string>

/**
 * Uploads of devices to the server. A task is done when its state was asked for so many times: tests do not wait for a network. Source: spec 4, III.4,
 * ftpUpload, queryFtpStatus and controllDownLoad.
 */
export class UploadTasks {
  /** By number, from 1. */
  readonly tasks: Task[] = []
  /** The next tasks fail once they are under way. */
  areFailing = false
  looks = usualLooks

  /** Begins a task; returns its number, undefined for parameters that mean nothing. */
  begin(did: string, asked: Asked): number | undefined {
    const [from, to] = [momentOf(asked, 'beg'), momentOf(asked, 'end')]
    const [chn, networks] = [Number(asked.chn), Number(asked.netmask)]
    if (!from || !to || from >= to || !(chn >= 1) || !(networks >= 1 && networks <= 7)) return undefined
    return this.tasks.push({ did, chn, from, to, networks, state: State.uploading, left: this.looks })
  }

  /** State of a task of a device; undefined for none. It goes on with each look. */
  look(did: string, seq: number): { state: number; isDone: boolean } | undefined {
    const task = this.#find(did, seq)
    if (task?.state === State.uploading && task.left-- <= 0) task.state = this.areFailing ? State.failed : State.done
    return task && { state: task.state, isDone: task.state === State.done }
  }

  /** Pauses a task (0), lets it go on (1) or calls it off (2); false for none that can be told so. */
  control(did: string, seq: number, act: number): boolean {
    const task = this.#find(did, seq)
    if (!task || ![State.uploading, State.paused].includes(task.state) || ![0, 1, 2].includes(act)) return false
    task.state = act
    return true
  }

  #find = (did: string, seq: number) => {
    const task = this.tasks[seq - 1]
    return task?.did === did ? task : undefined
  }
}

/** `yyyy-MM-dd` and the second of the day, so that texts compare as moments do; undefined for what is none. */
function momentOf(asked: Asked, name: 'beg' | 'end'): string | undefined {
  const [year, month, day, second] = ['year', 'mon', 'day', 'sec'].map((part) => Number(asked[name + part] ?? Number.NaN))
  const isMoment = [year, month, day, second].every((part) => Number.isInteger(part))
  const two = (part = 0) => String(part).padStart(2, '0')
  return isMoment ? `${year}-${two(month)}-${two(day)} ${String(second).padStart(5, '0')}` : undefined
}
