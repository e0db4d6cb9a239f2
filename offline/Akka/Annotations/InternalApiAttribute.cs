namespace Akka.Annotations;

/// <summary>Marks a member that is public for technical reasons only.</summary>
[AttributeUsage(AttributeTargets.All, AllowMultiple = false, Inherited = true)]
public sealed class InternalApiAttribute : Attribute;
