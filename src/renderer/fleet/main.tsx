import './fleet.css';
import './manage.css';
import { render } from 'preact';
import { FleetApp } from './app.tsx';
import { followTheColours } from './colours.ts';
import { followTheFleet } from './fleet.ts';

followTheColours();
followTheFleet();
render(<FleetApp />, document.getElementById('app')!);
