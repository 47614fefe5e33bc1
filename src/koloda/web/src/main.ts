import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keepShell } from './lib/offline/register';

const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target });
keepShell();
