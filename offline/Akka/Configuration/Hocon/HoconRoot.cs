namespace Akka.Configuration.Hocon;

/// <summary>The value that a configuration is made of.</summary>
public class HoconRoot
{
    public HoconRoot(HoconValue value) => Value = value;

    public HoconValue Value { get; }
}
