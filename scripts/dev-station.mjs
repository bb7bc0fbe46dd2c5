// The station of `npm run dev`: the program as it was built last, without a look whether anything is stale.
const { main } = await import('../dist/main/cli.js');
await main(process.argv.slice(2));
