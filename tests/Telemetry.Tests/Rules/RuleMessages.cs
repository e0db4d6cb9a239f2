namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Types that rules are asked about, and rules from HOCON.</summary>
public static class RuleMessages
{
    public interface ICommand;

    public interface ICommand<T>;

    public abstract class OrderMessage;

    public sealed class PlaceOrder : OrderMessage, ICommand, ICommand<string>;

    public sealed class Heartbeat;

    public sealed class Batch<T>;

    public sealed class OrderActor;

    public sealed class CartActor;

    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface)]
    public sealed class QuietAttribute : Attribute;

    [AttributeUsage(AttributeTargets.Class, Inherited = false)]
    public sealed class LoudAttribute : Attribute;

    [Quiet, Loud]
    public class Ping;

    public sealed class DerivedPing : Ping;

    [NeverTrace, NeverMeasure, SpanName("tick of {actor}")]
    public class Tick;

    public sealed class DerivedTick : Tick;

    [NeverTrace]
    public interface IMarked;

    public sealed class ByInterface : IMarked;

    [NeverTrace, SpanName("{message}!")]
    public sealed class MarkedActor;

    internal static RuleSet RulesOf(string hocon) => TestSettings.Read($"akka.instrumentation.rules {{\n{hocon}\n}}").Rules;

    internal static Verdict VerdictOf(string hocon, Type? message = null, Type? actor = null, string path = "/user/orders") =>
        RulesOf(hocon).Resolve(path, actor ?? typeof(OrderActor), message ?? typeof(PlaceOrder));
}
