/** A file that is dropped where nothing takes it would replace the page in some browsers. */
export function refuseStrayFiles() {
  for (const name of ['dragover', 'drop'] as const)
    addEventListener(name, (event) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
}
