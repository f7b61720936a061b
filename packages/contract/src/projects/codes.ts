/** Where the work of a project stands. People set it: works begin late and end early, whatever the contract says. */
export const ProjectStatus = { planned: 'planned', running: 'running', suspended: 'suspended', finished: 'finished' } as const
export type ProjectStatus = (typeof ProjectStatus)[keyof typeof ProjectStatus]
