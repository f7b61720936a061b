import { vi } from 'vitest'

// A worker keeps what its packages are made of from file to file, as loading it again would be half of a run; modules of the project begin anew.
vi.resetModules()
