import './styles/index.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { connect } from './data/connect.ts';
import { keepOffline } from './keep-offline.ts';
import { isKiosk } from './settings.ts';
import { followTheLight } from './theme/theme.ts';

document.documentElement.classList.toggle('kiosk', isKiosk);
followTheLight();
connect();
render(<App />, document.getElementById('app')!);
keepOffline();
