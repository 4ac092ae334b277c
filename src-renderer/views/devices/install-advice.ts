/**
 * Which packages bring OpenCL to a system. Facts of the distributions; which one stands first follows
 * from what the main process says of this machine.
 */
import type { MessageKey } from '@renderer/i18n';

export const systems = ['debian', 'fedora', 'windows', 'macos'] as const;
export type SystemName = (typeof systems)[number];

export interface InstallAdvice {
  readonly what: MessageKey;
  readonly note: MessageKey;
  /** A command to copy, or null when there is only a page of the vendor. */
  readonly command: string;
}

const linux = (pocl: string, nvidia: string, mesa: string, intel: string): InstallAdvice[] => [
  { what: 'devices.anyCpu', note: 'devices.anyCpuNote', command: pocl },
  { what: 'devices.nvidia', note: 'devices.nvidiaNote', command: nvidia },
  { what: 'devices.amd', note: 'devices.amdNote', command: mesa },
  { what: 'devices.intel', note: 'devices.intelNote', command: intel },
];

export const installAdvice: Readonly<Record<SystemName, readonly InstallAdvice[]>> = {
  debian: linux(
    'sudo apt install pocl-opencl-icd',
    'sudo apt install nvidia-opencl-icd',
    'sudo apt install mesa-opencl-icd',
    'sudo apt install intel-opencl-icd',
  ),
  fedora: linux(
    'sudo dnf install pocl ocl-icd',
    'sudo dnf install xorg-x11-drv-nvidia-cuda',
    'sudo dnf install mesa-libOpenCL',
    'sudo dnf install intel-compute-runtime',
  ),
  windows: [
    {
      what: 'devices.nvidia',
      note: 'devices.nvidiaNote',
      command: 'https://www.nvidia.com/drivers',
    },
    { what: 'devices.amd', note: 'devices.amdNoteWindows', command: 'https://www.amd.com/support' },
    {
      what: 'devices.intel',
      note: 'devices.intelNoteWindows',
      command: 'https://www.intel.com/content/www/us/en/download-center/home.html',
    },
  ],
  macos: [
    { what: 'devices.mac', note: 'devices.macNote', command: 'system_profiler SPDisplaysDataType' },
  ],
};

/** `linux x64`, `Debian GNU/Linux 12` … → the tab that is open first. */
export const systemOf = (system: string): SystemName => {
  const text = system.toLowerCase();
  if (text.includes('win32') || text.includes('windows')) return 'windows';
  if (text.includes('darwin') || text.includes('mac')) return 'macos';
  return /fedora|red hat|rhel|centos|rocky/.test(text) ? 'fedora' : 'debian';
};
