export function aptInstall(packages: readonly string[]): Promise<void>;
