// Preloaded into measured processes, so that the bench can ask for their CPU time. `getrusage` counts
// microseconds and all threads; what /proc says would be ticks of 10 ms.
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) * 1000 });
});
// Listening must not keep a server alive that would otherwise end.
process.channel?.unref();
