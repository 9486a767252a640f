"""Requests and answers: the application, what every request passes through, and the routes."""
