// node attacker.ts NAME PORT ADDRESS [SHARE]: an attack in a process of its own, until it is ended. Tells how often it has tried.
import { attacks } from './attacks.ts';

const [name = '', port, address = '', share = '1'] = process.argv.slice(2);
const attack = attacks[name]!(Number(port), address, Number(share));
process.on('message', () => process.send?.(attack.tries()));
process.on('disconnect', () => process.exit(0));
