using System.Text.RegularExpressions;
using Akka.Actor;
using Akka.Event;
using Letter = Akka.Event.DeadLetter;

namespace Akka.TestKit;

/// <summary>Describes the log events a test is about.</summary>
public class EventFilterFactory
{
    private readonly TestKitBase _testkit;
    private readonly IReadOnlyList<LogFilter> _filters;

    public EventFilterFactory(TestKitBase testkit)
        : this(testkit, [])
    {
    }

    internal EventFilterFactory(TestKitBase testkit, IReadOnlyList<LogFilter> filters)
    {
        _testkit = testkit;
        _filters = filters;
    }

    public IEventFilterApplier Exception<TException>(string? message = null, string? start = null, string? contains = null, string? source = null)
        where TException : Exception =>
        Failures(typeof(TException), TextMatch.Of(message, start, contains), source, checkInnerExceptions: false);

    public IEventFilterApplier Exception<TException>(Regex pattern, string? source = null)
        where TException : Exception =>
        Failures(typeof(TException), TextMatch.Of(pattern), source, checkInnerExceptions: false);

    public IEventFilterApplier Exception(
        Type exceptionType,
        string? message = null,
        string? start = null,
        string? contains = null,
        string? source = null,
        bool checkInnerExceptions = false) =>
        Failures(exceptionType, TextMatch.Of(message, start, contains), source, checkInnerExceptions);

    public IEventFilterApplier Error(string? message = null, string? start = null, string? contains = null, string? source = null) =>
        ForLogLevel(LogLevel.ErrorLevel, message, start, contains, source);

    public IEventFilterApplier Error(Regex pattern, string? source = null) => ForLogLevel(LogLevel.ErrorLevel, pattern, source);

    public IEventFilterApplier Warning(string? message = null, string? start = null, string? contains = null, string? source = null) =>
        ForLogLevel(LogLevel.WarningLevel, message, start, contains, source);

    public IEventFilterApplier Warning(Regex pattern, string? source = null) => ForLogLevel(LogLevel.WarningLevel, pattern, source);

    public IEventFilterApplier Info(string? message = null, string? start = null, string? contains = null, string? source = null) =>
        ForLogLevel(LogLevel.InfoLevel, message, start, contains, source);

    public IEventFilterApplier Info(Regex pattern, string? source = null) => ForLogLevel(LogLevel.InfoLevel, pattern, source);

    public IEventFilterApplier Debug(string? message = null, string? start = null, string? contains = null, string? source = null) =>
        ForLogLevel(LogLevel.DebugLevel, message, start, contains, source);

    public IEventFilterApplier Debug(Regex pattern, string? source = null) => ForLogLevel(LogLevel.DebugLevel, pattern, source);

    public IEventFilterApplier ForLogLevel(LogLevel logLevel, string? message = null, string? start = null, string? contains = null, string? source = null) =>
        Events(logLevel, TextMatch.Of(message, start, contains), source);

    public IEventFilterApplier ForLogLevel(LogLevel logLevel, Regex pattern, string? source = null) =>
        Events(logLevel, TextMatch.Of(pattern), source);

    public IEventFilterApplier Custom(Predicate<LogEvent> predicate) => Apply("Custom", predicate);

    public IEventFilterApplier Custom<TLogEvent>(Predicate<TLogEvent> predicate)
        where TLogEvent : LogEvent =>
        Apply("Custom", e => e is TLogEvent typed && predicate(typed));

    public IEventFilterApplier DeadLetter() => DeadLetters(static _ => true, null);

    public IEventFilterApplier DeadLetter<TMessage>(string? source = null) => DeadLetters(static m => m is TMessage, source);

    public IEventFilterApplier DeadLetter<TMessage>(Func<TMessage, bool> isMatch, string? source = null) =>
        DeadLetters(m => m is TMessage typed && isMatch(typed), source);

    public IEventFilterApplier DeadLetter(Type type, string? source = null) => DeadLetters(type.IsInstanceOfType, source);

    private EventFilterApplier Events(LogLevel level, TextMatch? text, string? source)
    {
        var from = TextMatch.OfSource(source);
        return Apply(
            Describe(level.ToString().Replace("Level", "", StringComparison.Ordinal), text, from),
            e => e.LogLevel() == level && IsLogged(e) && Matches(text, e) && from?.Matches(e.LogSource) != false);
    }

    private EventFilterApplier Failures(Type type, TextMatch? text, string? source, bool checkInnerExceptions)
    {
        var from = TextMatch.OfSource(source);
        return Apply(
            Describe($"Error with Cause <{type}>", text, from),
            e => e is Error && IsCausedBy(e.Cause, type, checkInnerExceptions) && Matches(text, e) && from?.Matches(e.LogSource) != false);
    }

    private EventFilterApplier DeadLetters(Predicate<object> isMatch, string? source)
    {
        var from = TextMatch.OfSource(source);
        return Apply(
            Describe("DeadLetter", null, from),
            e => e.Message is Letter letter && isMatch(letter.Message) && from?.Matches(letter.Recipient.Path.ToString()) != false);
    }

    private EventFilterApplier Apply(string description, Predicate<LogEvent> predicate) =>
        new(_testkit, [.. _filters, new LogFilter(description, predicate)]);

    private static string Describe(string what, TextMatch? text, TextMatch? source)
    {
        string?[] conditions = [text is null ? null : $"Message {text.Description}", source is null ? null : $"Source {source.Description}"];
        var given = string.Join(" and ", conditions.OfType<string>());
        return given.Length == 0 ? what : $"{what} when {given}";
    }

    private static bool IsLogged(LogEvent logEvent) => logEvent.Message is not Letter;

    private static bool Matches(TextMatch? text, LogEvent logEvent) =>
        text is null
        || text.Matches(logEvent.Message?.ToString() ?? "")
        || (logEvent is Error && logEvent.Cause is { } cause && text.Matches(cause.Message));

    private static bool IsCausedBy(Exception? cause, Type type, bool checkInnerExceptions) =>
        cause is not null
        && (type.IsInstanceOfType(cause) || (checkInnerExceptions && IsCausedBy(cause.InnerException, type, true)));
}
