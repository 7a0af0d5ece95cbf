"""The Gemini vehicle rules."""
